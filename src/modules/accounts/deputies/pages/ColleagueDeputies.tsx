import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import type { ColleagueDetail } from '../../colleagues/pages/StaffColleague.tsx'
import { Deputies } from './Deputies.tsx'

export function ColleagueDeputies({ of, changed }: { of: ColleagueDetail; changed: () => void }) {
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
