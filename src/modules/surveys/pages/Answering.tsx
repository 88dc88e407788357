import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { withoutEmptyRows } from '#lib/form/formReading.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import { useDraft } from '#ui/form/useDraft.ts'
import { useTabStorage } from '#ui/form/useTabStorage.ts'
import { RowsTable } from '#ui/table/RowsTable.tsx'
import { allFields, askedFields, askedValues } from '../question.ts'
import { AnswerForm } from './AnswerForm.tsx'
import type { OpenedSurvey } from './AnswerSurvey.tsx'

type Props = {
  surveyKey: string
  token: string | undefined
  of: OpenedSurvey
  isFilling: boolean
  reload: () => void
}

/** Filling in, handing in, and what was handed in. */
export function Answering(props: Props) {
  const { of, isFilling } = props
  const [thanks, setThanks] = useState<string>()
  const [isChanging, change] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was handed in begins at its heading
  useEffect(() => heading.current?.focus(), [thanks])
  const isDone = of.answerState === 'in' && !isChanging
  if (thanks !== undefined)
    return (
      <section>
        <h2 ref={heading} tabIndex={-1}>
          已交卷
        </h2>
        <p className="survey-text">{thanks || '已收到您的答卷，谢谢。'}</p>
      </section>
    )
  if (!isFilling || isDone)
    return (
      <section>
        <h2>{of.answerState === 'in' ? '您的答卷' : '您填写过的草稿'}</h2>
        <Answers of={of} />
        {isFilling && (
          <button type="button" className="button" onClick={() => change(true)}>
            修改答卷
          </button>
        )}
      </section>
    )
  const done = (words: string) => {
    setThanks(words)
    change(false)
    // Nothing more is shown of an answer without a name: what was read anew would take the thanks away.
    if (of.identity === 'named') props.reload()
  }
  if (of.identity === 'anonymous') return <Anonymous {...props} done={done} />
  return of.answerState === 'in' ? <Changing {...props} done={done} /> : <Drafting {...props} done={done} />
}

type FillingProps = Props & { done: (thanks: string) => void }

/** Sends an answer; what is refused stays typed, with the reason at its question. */
function useHandIn(
  of: OpenedSurvey,
  send: (form: FormValues) => Promise<{ thanks: string }>,
  done: (thanks: string) => void,
) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [message, setMessage] = useState<string>()
  const handIn = async (values: FormValues) => {
    if (busy) return
    setBusy(true)
    try {
      const asked = askedValues(of.questions, values)
      const { thanks } = await send(withoutEmptyRows(askedFields(of.questions, values), asked))
      done(thanks)
    } catch (error) {
      const refusal = toRefusal(error)
      setErrors(refusal.fields ?? {})
      setMessage(refusal.message)
    } finally {
      setBusy(false)
    }
  }
  return { busy, errors, message, handIn }
}

/** An answer of a company or person: the draft saves itself, and colleagues go on where it was left. */
function Drafting({ surveyKey: key, token, of, done }: FillingProps) {
  const draft = useDraft({
    id: `survey:${key}:${of.name}`,
    values: of.form,
    version: of.version,
    save: (form, version) => browserApi('POST /survey/draft', { key, ...(token && { token }), version, form }),
  })
  const { busy, errors, message, handIn } = useHandIn(
    of,
    async form => {
      await draft.flush()
      return browserApi('POST /survey/handIn', {
        key,
        ...(token && { token }),
        version: draft.get().version ?? 0,
        form,
      })
    },
    thanks => {
      draft.finish()
      done(thanks)
    },
  )
  const takeNewer = async () => {
    const { form, version } = await browserApi('POST /survey/open', { key, ...(token && { token }) })
    draft.take(form, version)
  }
  const others = of.filledBy.join('、')
  return (
    <AnswerForm
      questions={of.questions}
      values={draft.values}
      onChange={draft.change}
      errors={errors}
      message={message}
      hasAccount={of.hasAccount}
      action={busy ? '正在交卷…' : '交卷'}
      onSubmit={() => void handIn(draft.get().values)}
    >
      {draft.status === 'conflict' ? (
        <div role="alert">
          <p>{draft.message ?? '这份答卷在另一处保存过更新的内容。'}您填写的仍在这里。</p>
          <button type="button" className="button" onClick={() => void takeNewer()}>
            载入较新的
          </button>{' '}
          <button type="button" className="button" onClick={() => void draft.overwrite()}>
            用我的覆盖
          </button>
        </div>
      ) : (
        <p className="survey-save" role="status">
          {draft.status === 'saving' && '正在保存…'}
          {draft.status === 'failed' && `未能保存：${draft.message ?? '将自动重试'}`}
          {draft.status === 'saved' && draft.savedAt && `草稿已保存 ${minute(draft.savedAt).slice(11)}`}
          {others && `　填过的：${others}`}
        </p>
      )}
    </AnswerForm>
  )
}

/** A named answer that was handed in already and is changed before the end. */
function Changing({ surveyKey: key, token, of, done }: FillingProps) {
  const [values, setValues] = useState(of.form)
  const { busy, errors, message, handIn } = useHandIn(
    of,
    form => browserApi('POST /survey/handIn', { key, ...(token && { token }), version: of.version, form }),
    done,
  )
  return (
    <AnswerForm
      questions={of.questions}
      values={values}
      onChange={setValues}
      errors={errors}
      message={message}
      hasAccount={of.hasAccount}
      action={busy ? '正在交卷…' : '交修改后的答卷'}
      onSubmit={() => void handIn(values)}
    />
  )
}

/** An answer of nobody: kept in this tab until it is handed in, and nowhere else. */
function Anonymous({ surveyKey: key, of, done }: FillingProps) {
  const { value, keep, clear } = useTabStorage<FormValues>(`survey:${key}`, {})
  const { busy, errors, message, handIn } = useHandIn(
    of,
    form => browserApi('POST /survey/anonymous', { key, form }),
    thanks => {
      clear()
      done(thanks)
    },
  )
  return (
    <AnswerForm
      questions={of.questions}
      values={value}
      onChange={keep}
      errors={errors}
      message={message}
      hasAccount={false}
      action={busy ? '正在交卷…' : '匿名交卷'}
      onSubmit={() => void handIn(value)}
    >
      <p className="survey-save">填写的内容只在这个浏览器的这个页面里，交卷以前不会发出。</p>
    </AnswerForm>
  )
}

const Answers = ({ of }: { of: OpenedSurvey }) => (
  <ul className="survey-answered">
    {allFields(of.questions).map(field => {
      const table = tableOf(field, of.form[field.name])
      const text = fieldText(field, of.form[field.name])
      if (!text && !table?.rows.length) return null
      return (
        <li key={field.name}>
          <b>{field.label}</b>
          {table?.rows.length ? <RowsTable caption={field.label} {...table} /> : <p className="survey-text">{text}</p>}
        </li>
      )
    })}
  </ul>
)
