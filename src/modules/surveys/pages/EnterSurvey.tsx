import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import { PasscodeForm } from '#modules/accounts/pages/PasscodeForm.tsx'
import { useNavigate } from '#ui/router/router.tsx'
import type { Route } from './+types/EnterSurvey'
import './surveys.css'

export { actsAtOnce as handle } from '#layouts/scriptLoading.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '填写问卷', hidden: true })

/** Where the code of a message is typed, which has no room for a link of one's own. */
export default function EnterSurvey() {
  const navigate = useNavigate()
  const [problem, setProblem] = useState('')
  const enter = (token: string) =>
    browserApi('POST /survey/enter', { token }).then(
      // Behind `#`: no server sees it written.
      ({ key }) => navigate(`/admin/survey/${key}#${token}`),
      error => setProblem(toRefusal(error).message),
    )
  return (
    <article className="survey">
      <h1>填写问卷</h1>
      {problem && <p role="alert">{problem}</p>}
      <PasscodeForm label="口令" from="短信或邮件" typed={enter} />
    </article>
  )
}
