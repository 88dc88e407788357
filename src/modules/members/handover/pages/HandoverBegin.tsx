import { useRef } from 'react'
import { browserApi } from '#api/browser.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import { keepTicket } from './handoverTicket.ts'

export function HandoverBegin() {
  const form = useRef<HTMLFormElement>(null)
  const { submit, busy, problem, setProblem, errorOf } = useSubmit(
    async ({ orgName = '', creditCode = '', contactName = '', position = '', phone = '', code = '' }) => {
      const given = { orgName, creditCode, contactName, position, phone, code }
      keepTicket((await browserApi('POST /handover/begin', given)).ticket)
    },
  )
  return (
    <form ref={form} className="entry" method="post" onSubmit={submit} noValidate aria-label="联系人变更">
      <ErrorSummary problem={problem} />
      <Field
        name="orgName"
        label="单位名称"
        error={errorOf('orgName')}
        autoComplete="organization"
        maxLength={60}
        required
      />
      <Field
        name="creditCode"
        label="统一社会信用代码"
        hint="18 位，印在营业执照或法人登记证书上"
        error={errorOf('creditCode')}
        autoComplete="off"
        maxLength={30}
        required
      />
      <Field
        name="contactName"
        label="新联系人姓名"
        error={errorOf('contactName')}
        autoComplete="name"
        maxLength={50}
        required
      />
      <Field
        name="position"
        label="职务"
        error={errorOf('position')}
        autoComplete="organization-title"
        maxLength={30}
        required
      />
      <Field
        name="phone"
        label="新联系人手机号"
        hint="办结后用它登录，须为没有注册过账号的手机号"
        error={errorOf('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        required
      />
      <CodeField
        scene="handover"
        phone={() => String(new FormData(form.current!).get('phone'))}
        error={errorOf('code')}
        refused={setProblem}
      />
      <SubmitButton busy={busy} label="下一步：上传变更函" busyLabel="正在提交…" />
    </form>
  )
}
