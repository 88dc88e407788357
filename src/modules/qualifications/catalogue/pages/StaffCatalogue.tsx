import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { CatalogueDesk } from '#modules/certificates/catalogue/pages/CatalogueDesk.tsx'
import { NextNumber } from '#modules/certificates/catalogue/pages/NextNumber.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffCatalogue'

export { staffCatalogue as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [groups, kinds] = await Promise.all([
    api('GET /staff/qualification/group/list', {}),
    api('GET /staff/qualification/kind/list', {}),
  ])
  return { groups, kinds }
})

type Listed = Output<ApiContract['GET /staff/qualification/kind/list']>['list'][number]
/** Only a new kind is filled in here; existing ones have a screen of their own. */
type Kind = Listed & { values: FormValues }

const NEW_KIND: FormValues = {
  validYears: 4,
  renewAheadMonths: 6,
  flags: ['needsSiteReview', 'hasAnnualReport'],
  annualFrom: '01-01',
  annualTo: '03-31',
  numberRule: '{prefix}-{kind}-{level}-{year}-{serial:4}',
}
const withValues = (kind: Listed): Kind => ({ ...kind, values: {} })

/** Groups and their kinds, in the order of the public site. */
export default function StaffCatalogue({ loaderData }: Route.ComponentProps) {
  const kinds = useLoaded(loaderData.kinds)
  const navigate = useNavigate()
  const groupDesk = useSiteDesk({
    answer: useLoaded(loaderData.groups),
    called: '大类',
    save: 'POST /staff/qualification/group/save',
    move: 'POST /staff/qualification/group/move',
    remove: 'POST /staff/qualification/group/remove',
  })
  const listed = { ...kinds.data, list: kinds.data.list.map(withValues) }
  const kindDesk = useSiteDesk({
    answer: { ...kinds, data: listed },
    called: '种类',
    save: 'POST /staff/qualification/kind/save',
    move: 'POST /staff/qualification/kind/move',
    remove: 'POST /staff/qualification/kind/remove',
    saved: id => navigate(`/staff/qualification-kinds/${id}`),
    preview: ({ numberRule, code }) => <NextNumber rule={numberRule} code={code} level="" />,
  })
  return (
    <CatalogueDesk
      groupDesk={groupDesk}
      kindDesk={{ ...kindDesk, edit: undefined }}
      kinds={listed.list}
      newKind={NEW_KIND}
      about="改动立即对公众和申请人生效。"
    >
      {kind => <KindRow kind={kind} />}
    </CatalogueDesk>
  )
}

const KindRow = ({ kind }: { kind: Kind }) => (
  <>
    <p>
      <Link to={`/staff/qualification-kinds/${kind.id}`}>{kind.name}</Link> <Tag>{kind.code}</Tag>{' '}
      {!kind.isOpen && <Tag tone="warn">暂停受理</Tag>}
    </p>
    <p>
      {[
        `${kind.levels} 个级别`,
        `有效 ${kind.validYears} 年`,
        kind.needsSiteReview ? '现场评审' : '不现场评审',
        `有效证书 ${kind.certificates} 张`,
        `在办申请 ${kind.applications} 份`,
      ].join(' · ')}
    </p>
  </>
)
