import './surveys.css'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { FormValues } from '#lib/form/form.ts'
import { withoutEmptyRows } from '#lib/form/formReading.ts'
import { askedFields, askedValues } from '../question.ts'
import type { Route } from './+types/StaffSurveyEnter'
import { AnswerForm } from './AnswerForm.tsx'

export { staffSurveyEnter as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/survey/entering', { id: pathId(params.id), respondentId: pathId(params.respondent) }),
)

/** An answer that came on paper or by telephone, typed in by staff. */
export default function StaffSurveyEnter({ loaderData: of, params }: Route.ComponentProps) {
  useScreenName(`代填：${of.name}`)
  const navigate = useNavigate()
  const [values, setValues] = useState<FormValues>({})
  const { submit, busy, error, fields } = useSubmit('POST /staff/survey/enter')
  const roll = `/staff/surveys/${of.id}/roll`
  const save = async () => {
    const form = withoutEmptyRows(askedFields(of.questions, values), askedValues(of.questions, values))
    if (!(await submit({ id: of.id, respondentId: Number(params.respondent), form }))) return
    announce(`已代${of.name}交卷`)
    navigate(roll)
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>代填：{of.name}</h2>
        <Link to={roll}>回到名单</Link>
      </div>
      <p>
        照收到的纸质或电话答卷填写“{of.title}”。
        {of.identity === 'confidential'
          ? '交卷后去掉名字，不能再改。'
          : '记名的注明由您代填；本人在截止以前仍可以登录修改。'}
        不发通知。
      </p>
      <AnswerForm
        questions={of.questions}
        values={values}
        onChange={setValues}
        errors={fields}
        message={error?.message}
        hasAccount
        action={busy ? '正在交卷…' : '代为交卷'}
        onSubmit={() => void save()}
      />
    </section>
  )
}
