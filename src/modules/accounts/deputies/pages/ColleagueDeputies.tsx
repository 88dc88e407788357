import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Deputies } from './Deputies.tsx'

type Colleague = Pick<Output<ApiContract['GET /staff/colleague/detail']>, 'id' | 'deputies'>

export function ColleagueDeputies({ of, changed }: { of: Colleague; changed: () => void }) {
  const { data } = useApi('GET /staff/deputy/own', {})
  return (
    <section className="desk-card">
      <h2>代理人</h2>
      <Deputies
        deputies={of.deputies.filter(({ principalId }) => principalId === of.id)}
        taken={of.deputies.filter(({ principalId }) => principalId !== of.id)}
        colleagues={data?.colleagues.filter(({ id }) => id !== of.id) ?? []}
        name={term => browserApi('POST /staff/colleague/nameDeputy', { id: of.id, ...term })}
        end={id => browserApi('POST /staff/colleague/endDeputy', { id })}
        changed={changed}
      />
    </section>
  )
}
