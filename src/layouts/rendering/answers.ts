import { data, type ServerBuild, type UNSAFE_DataWithResponseInit as WithStatus } from 'react-router'

/**
 * Hides a loader's answer from React Router, whose own serialisation takes a fifth of the cost of a page. It is sent as
 * JSON instead, like the answers of the API.
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
export const wrapAnswers = (routes: Routes): Routes =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route && wrapAnswer(route)]))

function wrapAnswer(route: Route): Route {
  const { loader, default: page } = route.module
  if (!loader || !page) return route
  const keep: typeof loader = async asked => {
    const answer: unknown = await loader(asked)
    if (answer instanceof Response) return answer
    return hasStatus(answer) ? data(new Answer(answer.data), answer.init ?? undefined) : new Answer(answer)
  }
  return { ...route, module: { ...route.module, loader: keep } }
}

/** Reports whether an answer was made by `data`, with its own status. */
const hasStatus = (answer: unknown): answer is WithStatus<unknown> =>
  typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'DataWithResponseInit'

export const unwrapAnswers = (loaderData: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(loaderData).map(([id, of]) => [id, of instanceof Answer ? of.data : of]))
