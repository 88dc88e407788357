import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Route } from './+types/MyRegistrationNew'
import MyRegistration from './MyRegistration.tsx'

export { myRegistrationNew as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /training/v2/detail', { trainingId: pathId(params.id) }),
)

/** 报名 for a course, by the number of that course. */
export default function MyRegistrationNew({ loaderData }: Route.ComponentProps) {
  return <MyRegistration loaderData={loaderData} />
}
