import './insideSheet.css'

/**
 * WeChat's browser neither saves files nor opens windows. Links to files show instructions, links to new windows open
 * in place.
 */
export function guideLinks(): void {
  // Capture phase, to run before all handlers of the page.
  document.addEventListener('click', guide, { capture: true })
}

function guide(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link) return
  if (isFile(link)) {
    event.preventDefault()
    event.stopPropagation()
    showSheet()
  } else if (link.target === '_blank') link.removeAttribute('target')
}

/** Files come from the API, or are made in the page. */
const isFile = (link: HTMLAnchorElement) =>
  link.hasAttribute('download') || (link.origin === location.origin && link.pathname.startsWith('/api/'))

const TEXT = '微信里不能保存文件。请点右上角的“…”，选择“在浏览器中打开”，再下载。'

/** Shows the instructions in a modal dialog; the page below is unchanged. */
function showSheet(): void {
  const sheet = document.createElement('dialog')
  sheet.className = 'inside-sheet'
  sheet.setAttribute('aria-label', '在浏览器中打开')
  const text = document.createElement('p')
  text.textContent = TEXT
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'button primary'
  close.textContent = '知道了'
  close.addEventListener('click', () => sheet.close())
  sheet.addEventListener('close', () => sheet.remove())
  sheet.append(text, close)
  document.body.append(sheet)
  sheet.showModal()
}
