import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { invalid } from '#lib/error.ts'
import { GroupTabs, PlaceAndStatus } from '#modules/certificates/catalogue/pages/CatalogueFilters.tsx'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { MemberLink } from '#modules/membership/register/pages/MemberLink.tsx'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link } from '#ui/router/router.tsx'
import { Filter, FilterSelect, FilterText } from '#ui/table/Filter.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { GroupIntro } from '../catalogue/pages/GroupIntro.tsx'
import type { Route } from './+types/Qualifications'

const NO_GROUP = '没有这个类别'

const load = async (api: Api, { query }: Address) => {
  const { groupId } = query
  const groups = await api('GET /app/publicity/qualification/group/list', {})
  if (groupId && !groups.some(one => String(one.groupId) === groupId)) throw invalid(NO_GROUP, { groupId: NO_GROUP })
  const [page, group, children] = await Promise.all([
    api('GET /app/publicity/qualification/list', { pageSize: 20, ...query }),
    groupId ? api('GET /app/publicity/qualification/group', { groupId }) : null,
    groupId ? api('GET /app/publicity/qualification/child/list', { groupId }) : [],
  ])
  return { page, groups, group, children, query }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '单位能力评价公示', route: '/admin/publicity/qualification' }]

export const meta = (args: Route.MetaArgs) =>
  columnHead(args, {
    crumbs: CRUMBS,
    description: '查询协会颁发的单位能力评价证书：单位名称、类别、级别、允许范围、证书编号、有效期与当前状态。',
    kind: '公示',
  })

export default function Qualifications({ loaderData: { page, groups, group, children, query } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(CRUMBS)} title="单位能力评价公示">
        能力评价由单位自愿申请，不作为行政许可。名单取自证书登记库，与证书状态同步。持有早年的证书而名单中没有的，可以
        <Link to="/admin/publicity/qualification/old">补录旧证</Link>。
      </PageHead>
      <GroupTabs name="评价类别" route="/admin/publicity/qualification" chosen={query.groupId} groups={groups} />
      {group && <GroupIntro group={group} kinds={children} />}
      <Filter name="查询单位能力评价证书" keep={{ groupId: query.groupId }}>
        <FilterText label="单位名称" name="orgName" value={query.orgName} placeholder="名称或其中几个字" />
        <FilterText label="证书编号" name="certNo" value={query.certNo} placeholder="编号或其中一段" />
        {children.length > 0 && (
          <FilterSelect
            label="种类"
            name="childId"
            value={query.childId}
            options={children.map(({ childId, childName }) => ({ value: childId, name: childName }))}
          />
        )}
        <PlaceAndStatus query={query} />
      </Filter>
      {page.list.length > 0 ? (
        <Table caption="单位能力评价证书" columns={COLUMNS} rows={page.list} />
      ) : (
        <Empty title="没有符合条件的证书" icon="certificate">
          <p>
            可以减少条件再试；确认编号是否有效，请用<Link to="/admin/verify">证书查验</Link>。
          </p>
        </Empty>
      )}
      <Pager page={page} unit="张证书" />
    </div>
  )
}

type Row = Route.ComponentProps['loaderData']['page']['list'][number]

const COLUMNS: TableColumn<Row>[] = [
  {
    name: '单位名称',
    cell: row => (
      <>
        <MemberLink name={row.orgName} id={row.memberId} />
        <small>{row.provinceName}</small>
      </>
    ),
  },
  {
    name: '类别与级别',
    cell: row => (
      <>
        {row.childName} {row.levelName}
        {row.scope && <small>{row.scope}</small>}
      </>
    ),
    width: '32%',
    onPhone: 'line',
  },
  {
    name: '证书编号',
    cell: row => <Link to={`/admin/verify?number=${row.certNo}`}>{row.certNo}</Link>,
    nowrap: true,
    onPhone: 'part',
  },
  { name: '发证日期', cell: row => row.issueDate, nowrap: true },
  { name: '有效期至', cell: row => row.validTo ?? '长期', nowrap: true, onPhone: 'named' },
  {
    name: '状态',
    cell: row => <StatusTag status={row.certStatus} name={row.certStatusName} />,
    nowrap: true,
    onPhone: 'corner',
  },
]
