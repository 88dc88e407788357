import { Link, useNavigate } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { choicesIn, type FormValues } from '#lib/form/form.ts'
import { CatalogueDesk } from '#modules/certificates/catalogue/pages/CatalogueDesk.tsx'
import { NextNumber } from '#modules/certificates/catalogue/pages/NextNumber.tsx'
import { listRecords, type RecordRow, recordCalls } from '#modules/settings/pages/recordCalls.ts'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffCatalogue'

export { staffCatalogue as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [groups, kinds] = await Promise.all([
    listRecords(api, 'qualificationGroup'),
    listRecords(api, 'qualificationKind'),
  ])
  return { groups, kinds }
})

const NEW_KIND: FormValues = {
  validYears: 4,
  renewAheadMonths: 6,
  flags: ['needsSiteReview', 'hasAnnualReport'],
  annualFrom: '01-01',
  annualTo: '03-31',
  numberRule: '{prefix}-{kind}-{level}-{year}-{serial:4}',
}

/** Groups and their kinds, in the order of the public site. */
export default function StaffCatalogue({ loaderData }: Route.ComponentProps) {
  const kinds = useLoaded(loaderData.kinds)
  const navigate = useNavigate()
  const groupDesk = useSiteDesk({
    answer: useLoaded(loaderData.groups),
    called: '大类',
    ...recordCalls('qualificationGroup'),
  })
  const kindDesk = useSiteDesk({
    answer: kinds,
    called: '种类',
    ...recordCalls('qualificationKind'),
    saved: id => navigate(`/staff/qualification-kinds/${id}`),
    preview: ({ numberRule, code }) => <NextNumber rule={numberRule} code={code} level="" />,
  })
  return (
    <CatalogueDesk
      groupDesk={groupDesk}
      kindDesk={{ ...kindDesk, edit: undefined }}
      kinds={kinds.data.list}
      newKind={NEW_KIND}
      about="改动立即对公众和申请人生效。"
    >
      {kind => <KindRow kind={kind} />}
    </CatalogueDesk>
  )
}

const KindRow = ({ kind }: { kind: RecordRow<'qualificationKind'> }) => (
  <>
    <p>
      <Link to={`/staff/qualification-kinds/${kind.id}`}>{kind.name}</Link> <Tag>{kind.code}</Tag>{' '}
      {!choicesIn(kind.values, 'flags').includes('isOpen') && <Tag tone="warn">暂停受理</Tag>}
    </p>
    <p>
      {[
        `${kind.levels} 个级别`,
        `有效 ${kind.values.validYears} 年`,
        choicesIn(kind.values, 'flags').includes('needsSiteReview') ? '现场评审' : '不现场评审',
        `有效证书 ${kind.certificates} 张`,
        `在办申请 ${kind.applications} 份`,
      ].join(' · ')}
    </p>
  </>
)
