const ORIGIN = 'http://site.invalid'

/**
 * Resolves the sign-in parameter `dir`, a JSON array of a path and what is appended to it, `["/admin/news/list",26]`.
 * Returns undefined for anything that is not a page of that `area` of this site.
 */
export function targetOf(dir: string | null, area: '/admin' | '/staff' = '/admin'): string | undefined {
  const [first, ...rest] = partsOf(dir)
  if (typeof first !== 'string' || !first.startsWith(area)) return
  const path = [first, ...rest.map(part => encodeURIComponent(String(part)))].join('/')
  if (/[\\\s]|\/\//.test(path) || !URL.canParse(path, ORIGIN)) return
  const { origin, pathname, search, hash, searchParams } = new URL(path, ORIGIN)
  if (origin !== ORIGIN || !`${pathname}/`.startsWith(`${area}/`)) return
  // A session that ended on the sign-in page itself leads where that page would have led.
  if (`${pathname}/`.startsWith(`${area}/login/`)) return targetOf(searchParams.get('dir'), area)
  return pathname + search + hash
}

function partsOf(dir: string | null): unknown[] {
  try {
    const parts: unknown = JSON.parse(dir ?? '')
    return Array.isArray(parts) && parts.length <= 10 && parts.every(isPart) ? parts : []
  } catch {
    return []
  }
}

const isPart = (part: unknown) => typeof part === 'string' || Number.isSafeInteger(part)
