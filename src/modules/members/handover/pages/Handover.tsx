import { head } from '#layouts/head.ts'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { Link, useSearchParams } from '#ui/router/router.tsx'
import type { Route } from './+types/Handover'
import { HandoverBegin } from './HandoverBegin.tsx'
import { HandoverConfirm } from './HandoverConfirm.tsx'
import { HandoverProgress } from './HandoverProgress.tsx'
import { useTicket } from './handoverTicket.ts'
import './handover.css'

export const meta = (args: Route.MetaArgs) => head(args, { name: '联系人变更', hidden: true })

/** The contact has left and the phone is dead: how an organisation gets its account back without one. */
export default function Handover() {
  const ticket = useTicket()
  const [query] = useSearchParams()
  if (query.get('step') === 'confirm')
    return (
      <Entrance
        title="确认联系人变更"
        lead="协会向贵单位登记的另一位联系人发送了办理编号和确认码。请先向本单位核实，再确认。"
      >
        <HandoverConfirm />
      </Entrance>
    )
  return (
    <Entrance
      title="联系人变更"
      lead={
        <>
          原联系人离职、手机号停用，无法登录时在这里办理。手机号仍在使用的，请
          <Link to="/admin/login/forgot">找回密码</Link>。
        </>
      }
      aside={<Steps />}
    >
      {ticket === null ? <HandoverBegin /> : <HandoverProgress ticket={ticket} />}
      <p className="handover-other">
        收到了短信确认码？
        <Link className="as-link" to="/admin/login/handover?step=confirm">
          在这里确认
        </Link>
      </p>
    </Entrance>
  )
}

const Steps = () => (
  <aside className="entry-steps" aria-labelledby="handover-steps">
    <h2 id="handover-steps">怎样办理</h2>
    <ol>
      <li>
        <b>填写单位和新联系人</b>，用新联系人的手机号收验证码。
      </li>
      <li>
        <b>上传变更函</b>
        ：写明单位名称、统一社会信用代码、原联系人与新联系人的姓名、职务和手机号，加盖单位公章后扫描或拍照。
      </li>
      <li>
        <b>协会核对</b>，属实则先冻结原账号，并短信告知贵单位登记的各位联系人。
      </li>
      <li>
        <b>另一位联系人</b>（会员代表或法定代表人）凭短信中的确认码表示同意。
      </li>
      <li>
        <b>办结</b>：账号改用新手机号，用“找回密码”设置新密码后登录。
      </li>
    </ol>
  </aside>
)
