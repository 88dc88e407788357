import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { CaptchaField } from '#modules/accounts/pages/CaptchaField.tsx'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useCaptcha } from '#modules/accounts/pages/useCaptcha.ts'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import { PersonTable } from './PersonTable.tsx'

/** Both are sent in the body: an address is written into logs. */
export default function IdentityForm() {
  const [found, setFound] = useState<Output<ApiContract['POST /cert/query']>['list']>()
  const captcha = useCaptcha()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the form is there
  useEffect(() => {
    void captcha.ask().catch(() => {})
  }, [])
  const { submit, busy, problem, errorOf } = useSubmit(async ({ name = '', idNo = '' }) => {
    setFound(undefined)
    try {
      setFound((await browserApi('POST /cert/query', { name, idNo, ...captcha.given })).list)
    } finally {
      await captcha.ask().catch(() => {})
    }
  })
  return (
    <>
      <form className="entry" method="post" onSubmit={submit} noValidate aria-label="按姓名和身份证号查询">
        <ErrorSummary problem={problem} />
        <Field name="name" label="姓名" error={errorOf('name')} maxLength={50} autoComplete="off" required />
        <Field
          name="idNo"
          label="身份证号"
          hint="其他证件填写证件号码。号码不会留在网址和记录里"
          error={errorOf('idNo')}
          maxLength={40}
          autoComplete="off"
          required
        />
        <CaptchaField captcha={captcha} error={errorOf('captcha')} />
        <SubmitButton busy={busy} label="查询证书" busyLabel="正在查询…" />
      </form>
      <div role="status">
        {found?.length === 0 && (
          <p>没有查到。可能是姓名或号码与登记的不一致，也可能是持证人没有同意公开；可以凭证书编号查验。</p>
        )}
        {found && found.length > 0 && <p>查到 {found.length} 张证书。持证人会看到有人查询过。</p>}
      </div>
      {found && found.length > 0 && <PersonTable rows={found} />}
    </>
  )
}
