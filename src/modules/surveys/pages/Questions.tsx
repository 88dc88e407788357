import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Empty } from '#ui/Empty.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { Tag } from '#ui/Tag.tsx'
import { type Question, questionKindNames } from '../question.ts'
import { blankQuestion, questionFields, valuesOfQuestion } from '../questionForm.ts'
import type { SurveyDetail } from './SurveyForm.tsx'

type Props = { of: SurveyDetail; reload: () => void }
type Dialog = { act: 'add' } | { act: 'edit' | 'remove'; question: Question }

/** The questions of a survey: written, moved and removed one by one, each kept at once. */
export function Questions({ of, reload }: Props) {
  const [dialog, setDialog] = useState<Dialog>()
  const { questions } = of
  const mayChange = of.state !== 'closed'
  const seen = { id: of.id, version: of.version }
  const rows = questions.map((question, i) => ({ id: i + 1, name: question.label, question }))
  const move = async ({ question }: (typeof rows)[number], position: number) => {
    try {
      await browserApi('POST /staff/survey/question/move', { ...seen, code: question.code, position })
      announce(`“${question.label}”现在是第 ${Math.min(position, questions.length)} 题`)
    } catch (error) {
      announce(toRefusal(error).message)
    }
    reload()
  }
  const drag = useDrag<(typeof rows)[number]>((dragged, onto) => void move(dragged, onto.id))
  const save = async (form: FormValues, code?: string) => {
    await browserApi('POST /staff/survey/question/save', { ...seen, code, form })
    announce(code ? '题目已修改' : '题目已添加')
    reload()
  }
  const remove = async ({ code }: Question) => {
    await browserApi('POST /staff/survey/question/remove', { ...seen, code })
    announce('题目已删去')
    reload()
  }
  const before = (question: Question) => questions.slice(0, questions.indexOf(question))
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>题目</h2>
        {mayChange && (
          <Button type="primary" onClick={() => setDialog({ act: 'add' })}>
            添加题目
          </Button>
        )}
      </div>
      {of.isChanged && <p>题目已改动，还没有发布：填写人现在看到的是第 {of.versionNumber} 版。</p>}
      {questions.length === 0 ? (
        <Empty title="还没有题目">
          <p>点“添加题目”，选题型，写题目和选项。</p>
        </Empty>
      ) : (
        <Movable rows={rows} label="题目的先后" move={(row, position) => void move(row, position)} drag={drag}>
          {({ id, question }) => (
            <>
              <div className="movable-main">
                <p>
                  <b>
                    {id}. {question.label}
                  </b>{' '}
                  <Tag tone="water">{questionKindNames[question.kind]}</Tag> {question.required && <Tag>必答</Tag>}
                </p>
                <p>{aboutQuestion(question, questions)}</p>
              </div>
              {mayChange && (
                <span className="movable-acts">
                  <Button type="text" onClick={() => setDialog({ act: 'edit', question })}>
                    修改<span className="hidden-text">{question.label}</span>
                  </Button>
                  <Button type="text" danger onClick={() => setDialog({ act: 'remove', question })}>
                    删去<span className="hidden-text">{question.label}</span>
                  </Button>
                </span>
              )}
            </>
          )}
        </Movable>
      )}
      {dialog?.act === 'add' && (
        <FormDialog
          title="添加题目"
          fields={values => questionFields(values, questions)}
          initial={blankQuestion}
          action="添加"
          send={form => save(form)}
          close={() => setDialog(undefined)}
        />
      )}
      {dialog?.act === 'edit' && (
        <FormDialog
          title={`修改：${dialog.question.label}`}
          fields={values => questionFields(values, before(dialog.question))}
          initial={valuesOfQuestion(dialog.question)}
          action="保存"
          send={form => save(form, dialog.question.code)}
          close={() => setDialog(undefined)}
        />
      )}
      {dialog?.act === 'remove' && (
        <FormDialog
          title={`删去：${dialog.question.label}`}
          action="删去"
          danger
          intro={
            <p>
              {of.versionNumber > 0
                ? '发布以后不再问这一题；已交的答卷里的答案仍然保留和统计。'
                : '题目还没有发布，删去后不能恢复。'}
            </p>
          }
          send={() => remove(dialog.question)}
          close={() => setDialog(undefined)}
        />
      )}
    </section>
  )
}

const listed = (options: Question['options']) =>
  options.map(({ name, retired }) => (retired ? `${name}（停用）` : name)).join('、')

/** The options of a question, and when it is asked. */
function aboutQuestion({ items, options, condition, section }: Question, all: readonly Question[]): string {
  const decider = condition && all.find(({ code }) => code === condition.code)
  const chosen = decider?.options.filter(({ code }) => condition!.options.includes(code))
  return [
    section && `部分：${section}`,
    listed(items),
    listed(options),
    decider && `“${decider.label}”选了${listed(chosen!)}才问`,
  ]
    .filter(Boolean)
    .join('　')
}
