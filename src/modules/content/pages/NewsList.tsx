import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import type { Route } from './+types/NewsList'

const load = async (api: Api, { params, query }: Address) => {
  const catalogId = pathId(params.catalogId)
  const [list, menu] = await Promise.all([
    api('GET /catalog/a', { catalogId, ...query }),
    api('GET /catalog/2', { catalogId }),
  ])
  return { list, menu }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function NewsList({ loaderData: { list, menu } }: Route.ComponentProps) {
  return (
    <>
      <h1>{menu.current.name}</h1>
      <ul>
        {list.list.map(row => (
          <li key={row.id}>{row.title}</li>
        ))}
      </ul>
    </>
  )
}
