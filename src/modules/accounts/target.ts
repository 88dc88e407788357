const ORIGIN = 'http://site.invalid'
const ENTRANCE = '/admin/login/'

/**
 * Where the parameter `dir` of sign-in leads: a JSON array of a path and what is appended to it, `["/admin/news/list",26]`.
 * Undefined for anything that is not a page of this site.
 */
export function targetOf(dir: string | null): string | undefined {
  const [first, ...rest] = partsOf(dir)
  if (typeof first !== 'string' || !/^\/admin\b/.test(first)) return
  const path = [first, ...rest.map(part => encodeURIComponent(String(part)))].join('/')
  if (/[\\\s]|\/\//.test(path) || !URL.canParse(path, ORIGIN)) return
  const { origin, pathname, search, hash, searchParams } = new URL(path, ORIGIN)
  if (origin !== ORIGIN || !/^\/admin(\/|$)/.test(pathname)) return
  // A session that ended on the sign-in page itself leads where that page would have led.
  if (pathname.startsWith(ENTRANCE)) return targetOf(searchParams.get('dir'))
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
