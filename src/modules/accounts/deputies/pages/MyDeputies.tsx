import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { States } from '#ui/States.tsx'
import { Deputies } from './Deputies.tsx'

export function MyDeputies() {
  const answer = useApi('GET /staff/deputy/own', {})
  return (
    <section className="desk-card">
      <h2>代理人</h2>
      <States answer={answer}>
        {({ given, taken, colleagues }) => (
          <Deputies
            deputies={given}
            taken={taken}
            colleagues={colleagues}
            name={term => browserApi('POST /staff/deputy/name', term)}
            end={id => browserApi('POST /staff/deputy/end', { id })}
            changed={answer.reload}
          />
        )}
      </States>
    </section>
  )
}
