import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { OrderedRows } from '#modules/settings/pages/OrderedRows.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffBranches'

export { staffBranches as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/branch/list', {}))

/** 分支机构: which provinces each of them serves, and who is limited to it. */
export default function StaffBranches({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '分支机构',
    save: sent => browserApi('POST /staff/branch/save', sent),
    move: sent => browserApi('POST /staff/branch/move', sent),
    remove: sent => browserApi('POST /staff/branch/remove', sent),
    beforeRemoval: ({ uses }) => uses !== 0 && <p>有角色限于它的不能删除，可以停用。</p>,
  })
  return (
    <SiteDesk
      desk={desk}
      className="desk-card movable-dense"
      title="分支机构"
      add="新增分支机构"
      blank={{ status: 'open' }}
      about="分会、代表处等，各服务若干地区，一个地区只归一个。在“角色”里可以限于分支机构：有这个角色的同事只能看到和办理它服务的地区的申请、会员、单位、人员、证书与会费。"
      empty={{ title: '还没有分支机构', children: <p>没有分支机构的协会不必设置。</p> }}
    >
      {({ list }) => (
        <OrderedRows rows={list} label="分支机构的先后" desk={desk}>
          {row => <BranchRow branch={row} />}
        </OrderedRows>
      )}
    </SiteDesk>
  )
}

type Branch = Output<ApiContract['GET /staff/branch/list']>['list'][number]

const BranchRow = ({ branch: { name, isRetired, provinceNames, roleNames, values } }: { branch: Branch }) => (
  <>
    <p>
      <b>{name}</b> {isRetired && <Tag tone="warn">停用</Tag>}
    </p>
    <p>服务的地区：{provinceNames.join('、') || '没有'}</p>
    <p>{roleNames.length > 0 ? `限于它的角色：${roleNames.join('、')}` : '没有角色限于它'}</p>
    <p>{[values.contact, formatPhone(String(values.phone ?? '')), values.address].filter(Boolean).join('　')}</p>
  </>
)
