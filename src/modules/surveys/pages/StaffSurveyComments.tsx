import './surveys.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Empty } from '#ui/Empty.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { outcomeNames, replyFields } from '../replyForm.ts'
import type { Route } from './+types/StaffSurveyComments'

export { staffSurveyComments as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/survey/comments', { id: pathId(params.id) }),
)

type Comment = Output<ApiContract['GET /staff/survey/comments']>['clauses'][number]['comments'][number]
const tones: Record<keyof typeof outcomeNames, Tone> = { adopted: 'good', partly: 'water', declined: 'plain' }

/** 意见汇总: comments on a draft clause by clause, each with what the association answers. */
export default function StaffSurveyComments({ loaderData: of }: Route.ComponentProps) {
  useScreenName(`意见汇总：${of.title}`)
  const { revalidate } = useRevalidator()
  const [replying, reply] = useState<Comment>()
  const total = of.clauses.reduce((sum, { comments }) => sum + comments.length, 0)
  const open = of.clauses.flatMap(({ comments }) => comments).filter(({ outcome }) => outcome === null).length
  const send = async (form: FormValues) => {
    const { answerId, code, place } = replying!
    await browserApi('POST /staff/survey/reply', { answerId, code, place, form })
    announce('答复已保存')
    void revalidate()
  }
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{of.title}</h2>
          <Link to={`/staff/surveys/${of.id}`}>回到这份问卷</Link>
        </div>
        <p>
          共 {total} 条意见，{open} 条还没有答复。答复公开结果时一并公开，不写是谁提的。
        </p>
        <SaveButton save={() => saveFile('GET /staff/survey/commentsFile', { id: of.id })}>
          征求意见汇总处理表（XLSX）
        </SaveButton>
      </section>
      {total === 0 && (
        <section className="desk-card">
          <Empty title="还没有收到意见">
            <p>交卷以后按条款列在这里。</p>
          </Empty>
        </section>
      )}
      {of.clauses.map(({ name, comments }) =>
        comments.length === 0 ? null : (
          <section key={name} className="desk-card">
            <h2 className="survey-text">{name}</h2>
            <ul className="survey-answered">
              {comments.map(comment => (
                <li key={`${comment.answerId} ${comment.place}`}>
                  <p>
                    <b>{comment.from}</b>{' '}
                    {comment.outcome ? (
                      <Tag tone={tones[comment.outcome]}>{outcomeNames[comment.outcome]}</Tag>
                    ) : (
                      <Tag tone="warn">未答复</Tag>
                    )}
                  </p>
                  <p className="survey-text">{comment.comment}</p>
                  {comment.reason && <p className="survey-text">理由：{comment.reason}</p>}
                  {comment.reply && <p className="survey-text">答复：{comment.reply}</p>}
                  <Button onClick={() => reply(comment)}>
                    {comment.outcome ? '修改答复' : '答复'}
                    <span className="hidden-text">：{comment.comment.slice(0, 30)}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
      {replying && (
        <FormDialog
          title="答复意见"
          intro={<p className="survey-text">{replying.comment}</p>}
          fields={replyFields}
          initial={replying.outcome ? { outcome: replying.outcome, reply: replying.reply } : {}}
          action="保存"
          send={send}
          close={() => reply(undefined)}
        />
      )}
    </>
  )
}
