import './surveys.css'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { type FormValues, fieldsIn } from '#lib/form/form.ts'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import type { Route } from './+types/StaffSurveyResults'
import { QuestionResults } from './QuestionResults.tsx'

export { staffSurveyResults as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params, query }) =>
  api('GET /staff/survey/results', {
    id: pathId(params.id),
    picked: query.get('picked') || undefined,
    by: query.get('by') || undefined,
  }),
)

type Results = Output<ApiContract['GET /staff/survey/results']>

/** What came of a survey: each count opens the answers that it counts. */
export default function StaffSurveyResults({ loaderData: of }: Route.ComponentProps) {
  useScreenName(`结果：${of.title}`)
  const [isPublishing, publish] = useState(false)
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{of.title}</h2>
          <Link to={`/staff/surveys/${of.id}`}>回到这份问卷</Link>
        </div>
        <Facts
          facts={[
            ['状态', of.stateName],
            [
              '答卷',
              <Link key="answers" to={`/staff/surveys/${of.id}/answers`}>
                {of.total} 份
              </Link>,
            ],
            [
              '名单',
              of.respondents > 0 && (
                <Link key="roll" to={`/staff/surveys/${of.id}/roll`}>
                  {of.respondents} 个，已交 {of.answeredRespondents} 个
                </Link>
              ),
            ],
            ['只算', of.pickedWords && `${of.pickedWords}的 ${of.counted} 份`],
            ['公开', of.publishedCodes.length > 0 && `${of.publishedCodes.length} 题的结果任何人可以看`],
          ]}
        />
        <div className="form-actions">
          <SaveButton save={() => saveFile('GET /staff/survey/report', { id: of.id, format: 'pdf' })}>
            结果报告（PDF）
          </SaveButton>
          <SaveButton save={() => saveFile('GET /staff/survey/report', { id: of.id, format: 'docx' })}>
            结果报告（Word）
          </SaveButton>
          <SaveButton save={() => saveFile('GET /staff/survey/data', { id: of.id })}>全部答卷（XLSX）</SaveButton>
          <SaveButton save={() => saveFile('GET /staff/survey/codes', { id: of.id })}>
            统计软件用的数据（ZIP）
          </SaveButton>
          <Button onClick={() => publish(true)}>公开结果…</Button>
        </div>
        <Narrow of={of} />
      </section>
      {of.total === 0 ? (
        <section className="desk-card">
          <Empty title="还没有收到答卷">
            <p>交卷以后随即统计，刷新这一页就能看到。</p>
          </Empty>
        </section>
      ) : (
        <QuestionResults of={of} by={query.get('by')} />
      )}
      {isPublishing && <Publish of={of} close={() => publish(false)} done={() => void revalidate()} />}
    </>
  )
}

/** Narrows the results to one choice, or crosses them with a question; the address keeps both. */
function Narrow({ of }: { of: Results }) {
  const [query, setQuery] = useSearchParams()
  if (of.choices.length === 0) return null
  const set = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(query)
    if (value) next.set(name, value)
    else next.delete(name)
    setQuery(next, { preventScrollReset: true })
  }
  const options = of.choices.map(({ label, options }) => ({
    label,
    options: options.flatMap(({ picked, name }) => (picked ? [{ value: picked, label: `${label}：${name}` }] : [])),
  }))
  return (
    <div className="form-actions survey-narrow">
      <span>
        只算选了{' '}
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="全部答卷"
          style={{ minWidth: '16rem' }}
          value={query.get('picked') || undefined}
          onChange={value => set('picked', value)}
          options={options}
          aria-label="只算选了这一项的答卷"
        />
      </span>
      <span>
        交叉{' '}
        <Select
          allowClear
          placeholder="不交叉"
          style={{ minWidth: '16rem' }}
          value={query.get('by') || undefined}
          onChange={value => set('by', value)}
          options={of.choices.map(({ code, label }) => ({ value: code, label }))}
          aria-label="与哪一题交叉"
        />
      </span>
    </div>
  )
}

const PUBLISHABLE = ['choice', 'choices', 'ranking', 'matrix', 'number', 'clauses']

function Publish({ of, close, done }: { of: Results; close: () => void; done: () => void }) {
  const questions = of.questions.filter(({ kind }) => PUBLISHABLE.includes(kind))
  const send = async ({ codes }: FormValues) => {
    const chosen = Array.isArray(codes) ? (codes as string[]) : []
    await browserApi('POST /staff/survey/results/publish', { id: of.id, version: of.version, codes: chosen })
    announce(chosen.length > 0 ? `已公开 ${chosen.length} 题的结果` : '结果不再公开')
    done()
  }
  return (
    <FormDialog
      title={`公开结果：${of.title}`}
      action="确定"
      intro={
        <p>
          所选题目现在的数目，任何人凭问卷的链接可以看，不含文字答案和名字；征求意见的题目公开已答复的意见和协会的答复，不写是谁提的。以后再收到的答卷不计入，须再公开一次。不发通知，随时可以收回。
        </p>
      }
      fields={[
        fieldsIn('')('codes', '公开哪些题目', {
          kind: 'choices',
          options: questions.map(({ code, label }) => ({ code, name: label })),
          hint: '一道都不选为不公开；文字题不能公开',
        }),
      ]}
      initial={{ codes: of.publishedCodes }}
      send={send}
      close={close}
    />
  )
}
