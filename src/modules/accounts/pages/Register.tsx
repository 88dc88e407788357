import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import type { Route } from './+types/Register'
import { type AccountType, AccountTypes } from './AccountTypes.tsx'
import { Agreement } from './Agreement.tsx'
import { CodeField } from './CodeField.tsx'
import { Entrance } from './Entrance.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Field } from './Field.tsx'
import { MemberServices } from './MemberServices.tsx'
import { PasswordField } from './PasswordField.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useEnter } from './useEnter.ts'
import { useSubmit } from './useSubmit.ts'

const load = async (api: Api) => ({ documents: await api('GET /document', {}) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => head(args, { name: '注册账号', hidden: true })

export default function Register({ loaderData: { documents } }: Route.ComponentProps) {
  const enter = useEnter()
  const { search } = useLocation()
  const [accountType, setAccountType] = useState<AccountType>('organisation')
  const form = useRef<HTMLFormElement>(null)
  const { submit, busy, problem, setProblem, errorOf } = useSubmit(async typed => {
    const agree = documents
      .filter(({ document }) => typed[document] === 'on')
      .map(({ document, version }) => ({ document, version }))
    const { userName = '', phone = '', code = '', password = '', orgName, creditCode, realName } = typed
    const who = { userName, phone, code, password, orgName, creditCode, realName }
    await enter(await browserApi('POST /register', { accountType, ...who, agree }))
  })
  const isPerson = accountType === 'person'
  return (
    <Entrance
      title="注册账号"
      lead={
        <>
          一个单位一个账号，由单位的联系人注册。已有账号？<Link to={`/admin/login/login${search}`}>直接登录</Link>
        </>
      }
      aside={<MemberServices />}
    >
      <form ref={form} className="entry" method="post" onSubmit={submit} noValidate aria-label="注册账号">
        <ErrorSummary problem={problem} />
        <AccountTypes chosen={accountType} choose={setAccountType} />
        {/* Switched off, not taken away: what was typed comes back with the other choice. */}
        <fieldset className="entry-part" hidden={isPerson} disabled={isPerson}>
          <legend className="hidden-text">单位</legend>
          <Field
            name="orgName"
            label="单位名称"
            hint="与营业执照或登记证书一致"
            error={errorOf('orgName')}
            autoComplete="organization"
            maxLength={60}
            required
          />
          <Field
            name="creditCode"
            label="统一社会信用代码"
            hint="18 位，见营业执照；也可以用它登录"
            error={errorOf('creditCode')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={30}
            required
          />
        </fieldset>
        <fieldset className="entry-part" hidden={!isPerson} disabled={!isPerson}>
          <legend className="hidden-text">个人</legend>
          <Field
            name="realName"
            label="姓名"
            hint="与身份证件一致"
            error={errorOf('realName')}
            autoComplete="name"
            maxLength={50}
            required
          />
        </fieldset>
        <Field
          name="userName"
          label="用户名"
          hint="4 到 20 位字母、数字或下划线，以字母开头"
          error={errorOf('userName')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
        <PasswordField
          name="password"
          label="密码"
          hint="至少 8 个字符，任何字符都可以；一句好记的话比复杂的短密码更安全"
          error={errorOf('password')}
          autoComplete="new-password"
          maxLength={200}
          required
        />
        <Field
          name="phone"
          label={isPerson ? '手机号' : '联系人手机号'}
          hint="用于接收验证码和办理进度通知"
          error={errorOf('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={20}
          required
        />
        <CodeField
          scene="register"
          phone={() => String(new FormData(form.current!).get('phone'))}
          error={errorOf('code')}
          refused={setProblem}
        />
        <Agreement documents={documents} error={errorOf('agree')} />
        <SubmitButton busy={busy} label="注册" busyLabel="正在注册…" />
      </form>
    </Entrance>
  )
}
