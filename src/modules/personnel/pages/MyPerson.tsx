import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Route } from './+types/MyPerson'
import { PersonFile } from './PersonFile.tsx'

export { myPerson as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /person/detail', { id: pathId(params.id) }))

export default function MyPerson({ loaderData: of }: Route.ComponentProps) {
  return <PersonFile of={of} />
}
