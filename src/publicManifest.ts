type Route = {
  id: string
  parentId?: string
  path?: string
  hasClientLoader: boolean
  hasAction: boolean
  hasClientAction: boolean
  clientLoaderModule?: string
  imports?: string[]
}

/** The frames below which the screens stand: what the manifest of public pages leaves out. */
const FRAMES = ['layouts/Member', 'layouts/Staff']

/** Tells of a route's id whether it is a frame of screens, or stands in one. */
function inFrameOf(routes: Record<string, { parentId?: string } | undefined>) {
  const isInFrame = (id: string | undefined): boolean =>
    id !== undefined && (FRAMES.includes(id) || isInFrame(routes[id]?.parentId))
  return isInFrame
}

/** Where the build puts the manifest of public pages, beside that of all routes. */
export const publicManifestUrl = (url: string) => url.replace('/manifest-', '/manifest-public-')

/**
 * The text of React Router's manifest for public pages: without screens, the entrance of the back office, and files that
 * no link of a page opens.
 */
export function withoutScreens(text: string): string {
  const { name, manifest, all, isInFrame } = read(text)
  const { imports: always } = manifest.entry
  const isPublic = ({ id, path = '' }: Route) => !isInFrame(id) && !/^staff\/|\.(xml|txt|webmanifest)$/.test(path)
  const routes = Object.fromEntries(all.filter(isPublic).map(route => [route.id, withoutImports(route, always)]))
  // What is not said of a route it has not.
  const url = publicManifestUrl(manifest.url)
  const short = JSON.stringify({ ...manifest, url, routes }, (_, value) => (value === false ? undefined : value))
  return `${name}${short};`
}

/** What every page has imported is not said again of each route. */
const withoutImports = ({ imports = [], ...route }: Route, always: string[]): Route => ({
  ...route,
  imports: imports.filter(file => !always.includes(file)),
})

/** Throws where a route has an `action`: browsers are not sent what calls one (`vite.config.ts`). */
export function checkActions(text: string): void {
  const acting = read(text).all.filter(({ hasAction, hasClientAction }) => hasAction || hasClientAction)
  if (acting.length > 0) throw new Error(`No route may have an action: ${acting.map(({ id }) => id).join(', ')}`)
}

/**
 * Throws where a screen's `clientLoader` shares code with the rest of its file: its data would wait for all of it, or
 * never come. `codeOf` reads a file of the build by its URL.
 */
export function checkLoaders(text: string, codeOf: (url: string) => string): void {
  const { all, isInFrame } = read(text)
  const isSplitOff = ({ clientLoaderModule: url }: Route) => url !== undefined && codeOf(url).includes('export')
  const whole = all.filter(route => isInFrame(route.parentId) && route.hasClientLoader && !isSplitOff(route))
  if (whole.length > 0) throw new Error(`clientLoader cannot be split off: ${whole.map(({ id }) => id).join(', ')}`)
}

function read(text: string) {
  const [, name, json] = text.match(/^([\w.]+=)(.*);$/s)!
  const manifest = JSON.parse(json!) as { url: string; entry: { imports: string[] }; routes: Record<string, Route> }
  return { name, manifest, all: Object.values(manifest.routes), isInFrame: inFrameOf(manifest.routes) }
}
