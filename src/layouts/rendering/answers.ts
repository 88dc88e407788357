import { data, type ServerBuild, type UNSAFE_DataWithResponseInit as WithStatus } from 'react-router'

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
  const keep: typeof loader = async asked => {
    const answer: unknown = await loader(asked)
    if (answer instanceof Response) return answer
    return hasStatus(answer) ? data(new Answer(answer.data), answer.init ?? undefined) : new Answer(answer)
  }
  return { ...route, module: { ...route.module, loader: keep } }
}

/** What `data` makes: an answer with a status of its own. */
const hasStatus = (answer: unknown): answer is WithStatus<unknown> =>
  typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'DataWithResponseInit'

/** What the loaders of a page have answered, by route. */
export const answersIn = (loaderData: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(loaderData).map(([id, of]) => [id, of instanceof Answer ? of.data : of]))
