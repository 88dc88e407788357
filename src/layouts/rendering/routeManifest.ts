type Route = {
  id: string
  parentId?: string
  hasClientLoader: boolean
  hasAction: boolean
  hasClientAction: boolean
  clientLoaderModule?: string
}

/** The frames below which the screens stand. */
const FRAMES = ['layouts/Member', 'layouts/Staff']

/** Tells of a route's id whether it is a frame of screens, or stands in one. */
function inFrameOf(routes: Record<string, { parentId?: string } | undefined>) {
  const isInFrame = (id: string | undefined): boolean =>
    id !== undefined && (FRAMES.includes(id) || isInFrame(routes[id]?.parentId))
  return isInFrame
}

/** Throws where a route has an `action`: what is sent goes to the API, and documents have nothing that calls one. */
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
  const manifest = JSON.parse(text.slice(text.indexOf('=') + 1, -1)) as { routes: Record<string, Route> }
  return { all: Object.values(manifest.routes), isInFrame: inFrameOf(manifest.routes) }
}
