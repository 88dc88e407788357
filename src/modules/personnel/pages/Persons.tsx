import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { GroupTabs, PlaceAndStatus } from '#modules/certificates/catalogue/pages/CatalogueFilters.tsx'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link } from '#ui/router/router.tsx'
import { Filter, FilterSelect, FilterText } from '#ui/table/Filter.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { GroupKinds } from '../catalogue/pages/GroupKinds.tsx'
import type { Route } from './+types/Persons'
import { ByIdentity } from './identity/ByIdentity.tsx'
import { PersonTable } from './PersonTable.tsx'

const load = async (api: Api, { query }: Address) => {
  const [page, groups] = await Promise.all([
    api('GET /app/publicity/person/list', { pageSize: 20, ...query }),
    api('GET /app/publicity/person/group/list', {}),
  ])
  return { page, groups, query }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '人员证书公示', route: '/admin/publicity/person' }]

export const meta = (args: Route.MetaArgs) =>
  columnHead(args, {
    crumbs: CRUMBS,
    description: '查询协会颁发的人员证书：姓名（遮挡）、单位、证书类别、级别、编号、有效期与当前状态。',
    hidden: Boolean(args.loaderData?.query.name),
    kind: '公示',
  })

export default function Persons({ loaderData: { page, groups, query } }: Route.ComponentProps) {
  const group = groups.find(({ groupId }) => String(groupId) === query.groupId)
  const isReference = group?.kinds.every(kind => kind.issuer === 'state')
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(CRUMBS)} title="人员证书公示">
        为保护个人信息，名单中的姓名作遮挡处理；同时填写准确的姓名和完整的证书编号，可以核对全名。
      </PageHead>
      <GroupTabs name="证书类别" route="/admin/publicity/person" chosen={query.groupId} groups={groups} />
      <Filter name="查询人员证书" keep={{ groupId: query.groupId }}>
        <FilterText label="姓名" name="name" value={query.name} placeholder="完整姓名" maxLength={50} />
        <FilterText label="证书编号" name="certNo" value={query.certNo} placeholder="编号或其中一段" />
        <FilterText label="单位" name="orgName" value={query.orgName} placeholder="名称或其中几个字" />
        {group && (
          <FilterSelect
            label="种类"
            name="kindId"
            value={query.kindId}
            options={group.kinds.map(({ kindId, kindName }) => ({ value: kindId, name: kindName }))}
          />
        )}
        <PlaceAndStatus query={query} />
      </Filter>
      <ByIdentity />
      {group && <GroupKinds group={group} />}
      {page.list.length > 0 ? (
        <PersonTable rows={page.list} />
      ) : (
        <Empty
          title={isReference ? '此类证书由市场监管部门颁发，请到其官方系统查询' : '没有符合条件的证书'}
          icon="certificate"
        >
          <p>
            可以减少条件再试。没有同意公开的持证人不在名单中；手里有证书编号的，请用
            <Link to="/admin/verify">证书查验</Link>。
          </p>
        </Empty>
      )}
      <Pager page={page} unit="张证书" />
    </div>
  )
}
