import { useLocation } from 'react-router'
import { useApi } from '#api/useApi.ts'
import { Registration } from '#modules/training/registrations/pages/Registration.tsx'
import { memberCalls } from '#modules/training/registrations/pages/registrationCalls.ts'
import { States } from '#ui/States.tsx'
import { MyRegistrationDraft } from './MyRegistrationDraft.tsx'

/** 报名, from the empty form (by the number of its course) to the certificate (by its own). */
export default function MyRegistration() {
  const { pathname } = useLocation()
  const number = Number(pathname.split('/').at(-1))
  const isNew = pathname.includes('/training/new/')
  const answer = useApi('GET /training/v2/detail', isNew ? { trainingId: number } : { id: number })
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
