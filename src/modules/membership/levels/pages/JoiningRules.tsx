import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import type { Output } from '#lib/contract.ts'
import { wordsOf } from '#lib/form/formWords.ts'
import { RuleRows } from '#modules/settings/pages/RuleRows.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'

type Rules = Output<ApiContract['GET /staff/joining/list']>

/** How organisations and persons join: either rule is changed, none is added or removed. */
export function JoiningRules({ answer: loaded }: { answer: Parameters<typeof useLoaded<Rules>>[0] }) {
  const desk = useSiteDesk({
    answer: useLoaded(loaded),
    called: '入会办法',
    save: 'POST /staff/joining/save',
  })
  const empty = { title: '还没有入会办法' }
  return (
    <SiteDesk desk={desk} className="desk-card movable-dense" title="入会办法" empty={empty}>
      {({ list, fields }) => (
        <RuleRows rows={list} desk={desk}>
          {({ values }) =>
            ['steps', 'firstYear', 'materials', 'fields']
              .map(name => fields.find(field => field.name === name)!)
              .map(field => `${field.label}：${countOr(field, values)}`)
              .join(' · ')
          }
        </RuleRows>
      )}
    </SiteDesk>
  )
}

/** Of rows how many there are; of anything else what it says. */
function countOr(field: Rules['fields'][number], values: Rules['list'][number]['values']): string {
  const value = values[field.name]
  return field.kind === 'rows' ? `${Array.isArray(value) ? value.length : 0} 项` : wordsOf(field, value ?? null) || '无'
}
