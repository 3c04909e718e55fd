/* Loads the application of a page that came drawn, once what is drawn is painted: on a slow line and a slow processor nothing stands in the way of that.
   <script async src="/begin.js" data-main="..." data-files="... ..."></script>, where the files are those that the first screen needs beside it. */
;(() => {
  const LONGEST_MS = 400
  const { main, files } = document.currentScript.dataset
  const WHEN_USED = ['pointerdown', 'keydown', 'touchstart']
  let begun = false

  const begin = () => {
    if (begun) return
    begun = true
    for (const event of WHEN_USED) removeEventListener(event, begin, true)
    for (const file of files.split(' ')) if (file) fetchEarly(file)
    // the application takes over a whole document only
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run, { once: true })
    else run()
  }
  const run = () => document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: main }))

  // as plain files: a page never asks again for a module that once did not come
  const fetchEarly = (file) => {
    const as = file.endsWith('.json') ? 'fetch' : 'script'
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, crossOrigin: '', href: file }))
  }

  const painted = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })
  const loaded = new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else addEventListener('load', resolve, { once: true })
  })
  const later = () => setTimeout(begin, LONGEST_MS)

  // what is pressed, sent or typed before anyone hears it: the application does it again (renderer/doneBefore.ts)
  const done = { last: null, changed: new Map() }
  const hearPress = ({ target }) => {
    done.last = target.closest('button')
  }
  const hearSend = (event) => {
    event.preventDefault()
    done.last = event.submitter ?? event.target
  }
  const hearChange = ({ target, isComposing = false }) => {
    done.changed.set(target, { value: target.value, checked: target.checked, isComposing })
  }
  const CHANGES = ['input', 'change', 'compositionend']
  addEventListener('click', hearPress, true)
  addEventListener('submit', hearSend, true)
  for (const event of CHANGES) addEventListener(event, hearChange, true)
  addEventListener(
    'agon:takeover',
    ({ detail }) => {
      removeEventListener('click', hearPress, true)
      removeEventListener('submit', hearSend, true)
      detail(done)
    },
    { once: true },
  )
  // React takes what stands in a field for what it drew, until all of the page is its own
  const endHearing = () => {
    for (const event of CHANGES) removeEventListener(event, hearChange, true)
  }
  addEventListener('agon:taken', endHearing, { once: true })

  for (const event of WHEN_USED) addEventListener(event, begin, { capture: true, passive: true })
  void Promise.all([painted, loaded]).then(() => setTimeout(begin))
  // a picture may take long, and a tab that no one looks at is not painted
  void painted.then(later)
  void loaded.then(document.visibilityState === 'hidden' ? begin : later)
})()
