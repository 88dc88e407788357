import '#ui/form/form.css'
import { Button, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { SignIns } from '#modules/accounts/own/pages/SignIns.tsx'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Tag } from '#ui/Tag.tsx'
import { ColleagueDeputies } from '../../deputies/pages/ColleagueDeputies.tsx'
import { HandOver } from '../../handingOver/pages/HandOver.tsx'
import type { Route } from './+types/StaffColleague'
import { ColleagueFields } from './ColleagueFields.tsx'
import { EntryLink } from './EntryLink.tsx'
import type { Role } from './roleChoice.ts'

export { staffColleague as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const [of, { list: roles }] = await Promise.all([
    api('GET /staff/colleague/detail', { id: pathId(params.id) }),
    api('GET /staff/role/list', {}),
  ])
  return { of, roles }
})

type ColleagueDetail = Output<ApiContract['GET /staff/colleague/detail']>

export default function StaffColleague({ loaderData: { of, roles } }: Route.ComponentProps) {
  useScreenName(of.displayName)
  const revalidate = useRevalidate()
  const [times, setTimes] = useState(0)
  const changed = () => {
    setTimes(times + 1)
    void revalidate()
  }
  return (
    <>
      <section className="desk-card">
        <h2>
          {of.displayName} <Tag tone={of.status === 'active' ? 'good' : 'bad'}>{of.statusName}</Tag>
        </h2>
        <Facts
          facts={[
            ['用户名', of.userName],
            ['角色', of.roleNames.join('、') || '无'],
            ['手机号', of.phone ?? '未登记'],
            ['邮箱', of.email ?? '未登记'],
            ['密码', of.hasPassword ? '已设置' : '等待本人设置'],
            ['两步验证', of.hasSecondFactor ? '已启用' : '未启用'],
            ['最近登录', of.lastSignedInAt ? minute(of.lastSignedInAt) : '从未'],
          ]}
        />
        <ColleagueActs of={of} changed={changed} />
      </section>
      <EditColleague key={`${of.version} ${times}`} of={of} roles={roles} changed={changed} />
      <HandOver of={of} />
      <ColleagueDeputies of={of} changed={changed} />
      <SignIns userName={of.userName} sessions={of.sessions} />
    </>
  )
}

const act = defineAct<ColleagueDetail>()
const seen = ({ id, version }: ColleagueDetail) => ({ id, version })

const acts = {
  endSessions: act({
    name: '结束全部登录',
    confirm: '这位同事在所有设备上的登录立即结束，需要重新登录。',
    call: 'POST /staff/colleague/endSessions',
    input: seen,
    done: '已结束全部登录',
  }),
  forgetTotp: act({
    name: '取消两步验证',
    confirm: '适用于验证器和备用码都已丢失；本人下次登录后须重新启用。',
    call: 'POST /staff/colleague/forgetTotp',
    input: seen,
    done: '已取消两步验证',
  }),
  disable: act({
    name: '停用账号',
    confirm: '现有的登录立即结束，此后不能登录。',
    isDanger: true,
    fields: [{ name: 'reason', label: '原因', section: '', kind: 'text', max: 200, required: true }],
    call: 'POST /staff/colleague/disable',
    input: (of, { reason }) => ({ ...seen(of), reason: String(reason ?? '') }),
    done: '账号已停用',
  }),
  enable: act({
    name: '恢复账号',
    confirm: '恢复后可以用原来的密码登录。',
    call: 'POST /staff/colleague/enable',
    input: seen,
    done: '账号已恢复',
  }),
}

const resetPassword = (showLink: (link: string | null) => void) =>
  act({
    name: '重设密码',
    confirm: '原密码立即失效，本人凭一次性链接设置新密码；没有人能看到或代为设置密码。',
    call: 'POST /staff/colleague/reset',
    input: seen,
    done: (_, { link }) => {
      showLink(link)
      return ''
    },
  })

function ColleagueActs({ of, changed }: { of: ColleagueDetail; changed: () => void }) {
  const [sent, setSent] = useState<{ link: string | null }>()
  return (
    <>
      <Acts
        acts={{ ...acts, reset: resetPassword(link => setSent({ link })) }}
        possible={[
          ...(of.sessions.length ? (['endSessions'] as const) : []),
          ...(of.status === 'active' ? (['reset'] as const) : []),
          ...(of.hasSecondFactor && !of.isSelf ? (['forgetTotp'] as const) : []),
          ...(of.status !== 'active' ? (['enable'] as const) : of.isSelf ? [] : (['disable'] as const)),
        ]}
        of={of}
        called={of.displayName}
        reload={changed}
      />
      <Modal title="重设密码" open={sent !== undefined} onCancel={() => setSent(undefined)} footer={null}>
        {sent && <EntryLink link={sent.link} close={() => setSent(undefined)} />}
      </Modal>
    </>
  )
}

const labels: Record<string, string> = { displayName: '姓名', phone: '手机号', email: '邮箱', roles: '角色' }

type Props = { of: ColleagueDetail; roles: readonly Role[]; changed: () => void }

/** Name, contact and roles; what changes counts from the next call of that person on. */
function EditColleague({ of, roles, changed }: Props) {
  const [values, setValues] = useState({
    displayName: of.displayName,
    phone: '',
    email: of.email ?? '',
    roles: of.roles,
  })
  const { submit, busy, error, fields } = useSubmit('POST /staff/colleague/save')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await submit({ id: of.id, version: of.version, ...values })) changed()
  }
  return (
    <section className="desk-card">
      <h2>修改资料与角色</h2>
      <form className="form" noValidate onSubmit={save}>
        <ErrorSummary errors={fields} labelOf={name => labels[name] ?? ''} message={error?.message} alone />
        <ColleagueFields
          roles={roles}
          values={values}
          onChange={setValues}
          errors={fields}
          phoneHint={of.phone ? `现为 ${of.phone}，不修改请留空` : undefined}
        />
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            保存
          </Button>
        </div>
      </form>
    </section>
  )
}
