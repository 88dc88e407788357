type Route = { id: string; parentId?: string; path?: string; hasClientLoader: boolean; clientLoaderModule?: string }

/** The frames below which the screens stand: what the manifest of public pages leaves out. */
const FRAMES = ['layouts/Member', 'layouts/Staff']

/** Where the build puts the manifest of public pages, beside that of all routes. */
export const publicManifestUrl = (url: string) => url.replace('/manifest-', '/manifest-public-')

/**
 * The text of React Router's manifest for public pages: without screens, the entrance of the back office, and files that
 * no link of a page opens.
 * Throws where a screen's `clientLoader` shares code with the rest of its file: its data would wait for all of it.
 */
export function withoutScreens(text: string): string {
  const [, name, json] = text.match(/^([\w.]+=)(.*);$/s)!
  const manifest = JSON.parse(json!) as { routes: Record<string, Route> }
  const isInFrame = (id: string | undefined): boolean =>
    id !== undefined && (FRAMES.includes(id) || isInFrame(manifest.routes[id]?.parentId))
  const all = Object.values(manifest.routes)
  const whole = all.filter(of => isInFrame(of.parentId) && of.hasClientLoader && !of.clientLoaderModule)
  if (whole.length > 0) throw new Error(`clientLoader cannot be split off: ${whole.map(({ id }) => id).join(', ')}`)
  const isPublic = ({ id, path = '' }: Route) => !isInFrame(id) && !/^staff\/|\.(xml|txt)$/.test(path)
  const routes = Object.fromEntries(all.filter(isPublic).map(route => [route.id, route]))
  // What is not said of a route it has not.
  const short = JSON.stringify({ ...manifest, routes }, (_, value) => (value === false ? undefined : value))
  return `${name}${short};`
}
