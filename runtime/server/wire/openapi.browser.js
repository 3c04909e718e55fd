// Filters the calls of the page by what is typed; runs in the browser, on /openapi only.
const input = document.getElementById('search')
const none = document.getElementById('none')
input.addEventListener('input', () => {
  const wanted = input.value.trim().toLowerCase()
  let found = 0
  for (const section of document.querySelectorAll('section')) {
    let shown = 0
    for (const call of section.querySelectorAll('details')) {
      call.hidden = !call.querySelector('summary').textContent.toLowerCase().includes(wanted)
      if (!call.hidden) shown += 1
    }
    section.hidden = shown === 0
    found += shown
  }
  none.hidden = found > 0
})
