import type { ServerBuild } from 'react-router'

/**
 * What a loader has answered, out of sight of React Router: it would write it down in a way of its own, which takes a fifth
 * of what a page costs. It goes to browsers as JSON instead, as all answers do that they ask for themselves.
 */
class Answer {
  readonly #data: unknown
  constructor(data: unknown) {
    this.#data = data
  }
  get data() {
    return this.#data
  }
}

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>

/** The same routes, of which those with a page keep what their loaders answer. */
export const withAnswersKept = (routes: Routes): Routes =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route && withAnswerKept(route)]))

function withAnswerKept(route: Route): Route {
  const { loader, default: page } = route.module
  if (!loader || !page) return route
  return { ...route, module: { ...route.module, loader: async (...asked) => new Answer(await loader(...asked)) } }
}

/** What the loaders of a page have answered, by route. */
export const answersIn = (loaderData: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(loaderData).map(([id, of]) => [id, of instanceof Answer ? of.data : of]))
