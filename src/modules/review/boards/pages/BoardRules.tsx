import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import type { Output } from '#lib/contract.ts'
import { RuleRows } from '#modules/settings/pages/RuleRows.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'

type Rules = Output<ApiContract['GET /staff/board/rule/list']>

/** What the charter says of each kind of meeting: a rule is changed, none is added or removed. */
export function BoardRules({ answer: loaded }: { answer: Parameters<typeof useLoaded<Rules>>[0] }) {
  const desk = useSiteDesk({
    answer: useLoaded(loaded),
    called: '会议规则',
    save: 'POST /staff/board/rule/save',
  })
  return (
    <SiteDesk
      desk={desk}
      className="desk-card movable-dense"
      id="rules"
      title="会议规则"
      about="按章程填写。修改后，以后召开的会议适用；已召开、已记录的会议仍按当时的规则。"
    >
      {({ list }) => (
        <RuleRows rows={list} desk={desk}>
          {({ values: { entitled }, sentences }) =>
            [...(entitled ? [`应到 ${entitled} 人`] : []), ...sentences].join(' · ')
          }
        </RuleRows>
      )}
    </SiteDesk>
  )
}
