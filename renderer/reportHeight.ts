/** Tells the page around a frame how high this one is, whenever that changes. The number alone is sent, so anyone may hear it. */
import './styles/framed.css'

document.documentElement.classList.add('ag-framed')
const root = document.getElementById('root')!
let reported = 0
new ResizeObserver(() => {
  const height = Math.ceil(root.getBoundingClientRect().height)
  if (height === 0 || height === reported) return
  reported = height
  window.parent.postMessage({ agon: 'height', height }, '*')
}).observe(root)
