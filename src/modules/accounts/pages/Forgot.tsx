import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { head } from '#layouts/head.ts'
import type { Route } from './+types/Forgot'
import { CodeField } from './CodeField.tsx'
import { Entrance } from './Entrance.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Field } from './Field.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useSubmit } from './useSubmit.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '找回密码', hidden: true })

export default function Forgot() {
  const [done, setDone] = useState(false)
  return (
    <Entrance
      title="找回密码"
      lead={
        done ? undefined : (
          <>
            用账号登记的手机号设一个新密码。手机号已停用的，请办理<Link to="/admin/login/handover">联系人变更</Link>。
          </>
        )
      }
    >
      {done ? <Done /> : <Reset onDone={() => setDone(true)} />}
    </Entrance>
  )
}

function Reset({ onDone }: { onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { submit, busy, problem, setProblem, errorOf } = useSubmit(
    async ({ phone = '', code = '', newPwd = '', confirmPwd = '' }) => {
      await browserApi('POST /pwd/resetByCode', { phone, code, newPwd, confirmPwd })
      onDone()
    },
  )
  return (
    <form ref={form} className="entry" method="post" onSubmit={submit} noValidate aria-label="找回密码">
      <ErrorSummary problem={problem} />
      <Field
        name="phone"
        label="手机号"
        hint="没有账号的手机号收不到验证码"
        error={errorOf('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        required
      />
      <CodeField
        scene="reset"
        phone={() => String(new FormData(form.current!).get('phone'))}
        error={errorOf('code')}
        refused={setProblem}
      />
      <PasswordField
        name="newPwd"
        label="新密码"
        hint="至少 8 个字符，任何字符都可以"
        error={errorOf('newPwd')}
        autoComplete="new-password"
        maxLength={200}
        required
      />
      <PasswordField
        name="confirmPwd"
        label="再输入一次新密码"
        error={errorOf('confirmPwd')}
        autoComplete="new-password"
        maxLength={200}
        required
      />
      <SubmitButton busy={busy} label="重设密码" busyLabel="正在保存…" />
    </form>
  )
}

function Done() {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current!.focus(), [])
  return (
    <div className="entry">
      <p ref={message} className="entry-done" role="status" tabIndex={-1}>
        新密码已经生效，所有设备上的登录都已退出。
      </p>
      <Link className="button primary" to="/admin/login/login">
        用新密码登录
      </Link>
    </div>
  )
}
