import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { Registration } from '#modules/training/registrations/pages/Registration.tsx'
import { memberCalls } from '#modules/training/registrations/pages/registrationCalls.ts'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/MyRegistration'
import { MyRegistrationDraft } from './MyRegistrationDraft.tsx'

export { myRegistration as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /training/v2/detail', { id: pathId(params.id) }))

/** 报名, from the empty form (by the number of its course) to the certificate (by its own). */
export default function MyRegistration({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const answer = useLoaded(loaderData)
  return (
    <States answer={answer} lines={12}>
      {({ people, lastInvoice, ...of }) => {
        const { reg } = of
        if (!reg || reg.status === 'draft')
          return (
            <MyRegistrationDraft
              key={of.training.id}
              of={of}
              people={people}
              lastInvoice={lastInvoice}
              changed={answer.reload}
            />
          )
        return (
          <Registration
            of={{ ...of, reg }}
            calls={memberCalls(reg.id)}
            changed={answer.reload}
            card="centre-card"
            people={people}
            lastInvoice={lastInvoice}
          />
        )
      }}
    </States>
  )
}
