/* Shows a page of the platform inside another site: <script async src="https://.../embed.js" data-frame="/path"></script>.
   The frame stands where the script stands and is as high as its page. */
;(() => {
  const script = document.currentScript
  const site = new URL(script.src).origin
  const address = new URL(script.dataset.frame || '/', site)
  if (address.origin !== site) return
  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = script.dataset.title || document.title
  frame.loading = 'lazy'
  Object.assign(frame.style, { display: 'block', width: '100%', height: '600px', border: '0' })
  script.after(frame)
  let last = 0
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== site || !data || data.agon !== 'height') return
    const height = Number(data.height)
    if (!(height > 0)) return
    frame.style.height = `${Math.min(Math.ceil(height), 30000)}px`
    keepInView(height < last)
    last = height
  })

  // Thanks are shorter than the questions: whoever sent those from the end of the frame would look at what stands below it.
  function keepInView(shrank) {
    const { top, bottom } = frame.getBoundingClientRect()
    if (shrank && top < 0 && bottom < innerHeight / 2) frame.scrollIntoView()
  }
})()
