import { Link, replace } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { type Api, pathId } from '#api/load.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { isRefusal } from '#lib/error.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { SignIns } from '#modules/accounts/own/pages/SignIns.tsx'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { History } from '#ui/History.tsx'
import type { Route } from './+types/StaffAccount'
import { AccountStateTag } from './AccountStateTag.tsx'

export { staffAccount as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  try {
    return await api('GET /staff/account/detail', { id })
  } catch (error) {
    if (isRefusal(error) && error.code === 404 && (await isColleague(api, id))) throw replace(`/staff/colleagues/${id}`)
    throw error
  }
})

/** The log leads to all accounts alike: whose of the staff it is, is on their own screen. */
const isColleague = (api: Api, id: number) =>
  api('GET /staff/colleague/detail', { id }).then(
    () => true,
    () => false,
  )

export type AccountDetail = Output<ApiContract['GET /staff/account/detail']>

export default function StaffAccount({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.displayName)
  const revalidate = useRevalidate()
  return (
    <>
      <section className="desk-card">
        <h2>
          {of.displayName} <AccountStateTag status={of.status} name={of.statusName} />
        </h2>
        <AccountFacts of={of} />
        <AccountActs of={of} reload={() => void revalidate()} />
      </section>
      <SignIns userName={of.userName} sessions={of.sessions} />
      <section className="desk-card">
        <h2>办理历史</h2>
        {of.history.length === 0 && <p>没有办理过停用、重设等事项。</p>}
        <History events={of.history.map(({ actionName, ...event }) => ({ ...event, name: actionName }))} />
      </section>
    </>
  )
}

function AccountFacts({ of }: { of: AccountDetail }) {
  const mayOpen = useMay('staff:members')
  return (
    <Facts
      facts={[
        ['用户名', of.userName],
        ['类型', of.kindName],
        ['统一社会信用代码', of.claimedCode ? `${of.claimedCode}（待核实）` : of.creditCode],
        ['手机', of.phone ?? '未登记'],
        ['邮箱', of.email],
        ['注册于', minute(of.createdAt)],
        ['最近登录', of.lastSignedInAt ? minute(of.lastSignedInAt) : '从未'],
        ['密码', of.mustReset ? '已作废，等待本人通过“忘记密码”另设' : `${minute(of.passwordChangedAt)} 设置`],
        [
          '单位档案',
          mayOpen && of.organisationId && <Link to={`/staff/organisations/${of.organisationId}`}>打开单位档案</Link>,
        ],
        ['人员档案', mayOpen && of.personId && <Link to={`/staff/persons/${of.personId}`}>打开人员档案</Link>],
      ]}
    />
  )
}

const accountAct = (
  words: { name: string; confirm: string; isDanger?: true },
  call: `POST /staff/account/${'disable' | 'enable' | 'endSessions' | 'reset'}`,
) =>
  defineAct<AccountDetail>()({
    ...words,
    fields: [reasonField('记入办理历史与审计日志')],
    call,
    input: ({ id, version }, { reason }) => ({ id, version, reason: String(reason ?? '') }),
    done: `已${words.name}。`,
  })

const acts = {
  endSessions: accountAct(
    { name: '结束全部登录', confirm: '所有设备上的登录立即结束，本人可以重新登录。' },
    'POST /staff/account/endSessions',
  ),
  reset: accountAct(
    {
      name: '发起密码重设',
      confirm:
        '原密码立即作废，登录全部结束；系统发短信请本人通过“忘记密码”凭验证码另设。工作人员看不到也不能代设密码。',
    },
    'POST /staff/account/reset',
  ),
  disable: accountAct(
    { name: '停用账号', confirm: '不能再登录，已登录的立即结束。原因会以短信告知本人。', isDanger: true },
    'POST /staff/account/disable',
  ),
  enable: accountAct({ name: '恢复账号', confirm: '恢复后可以用原来的密码登录。' }, 'POST /staff/account/enable'),
}

const AccountActs = ({ of, reload }: { of: AccountDetail; reload: () => void }) => (
  <Acts
    acts={acts}
    possible={[
      ...(of.sessions.length > 0 ? (['endSessions'] as const) : []),
      ...(of.status === 'active' ? (['reset', 'disable'] as const) : []),
      ...(of.status === 'disabled' ? (['enable'] as const) : []),
    ]}
    of={of}
    called={of.userName}
    reload={reload}
  />
)
