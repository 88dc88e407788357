import './newsletter.css'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { newsletterFields } from '../newsletterForm.ts'
import { itemKindNames, MAX_ITEMS } from '../newsletterWords.ts'

export type Issue = Output<ApiContract['GET /staff/newsletter/detail']>
type Offered = Issue['chosen'][number]
type Props = { of?: Issue; done: (id: number) => void; cancel: () => void }

/** An issue: its title, a few words, and the articles and courses that it presents, in their order. */
export function IssueForm({ of, done, cancel }: Props) {
  const [values, setValues] = useState<FormValues>(of?.form ?? {})
  const [chosen, setChosen] = useState<Offered[]>(of?.chosen ?? [])
  const { submit, busy, error } = useSubmit('POST /staff/newsletter/save')
  const save = async () => {
    const saved = await submit({
      ...(of && { id: of.id, version: of.version }),
      form: values,
      items: chosen.map(({ kind, id }) => ({ kind, id })),
    })
    if (saved) done(saved.id)
  }
  const place = (from: number, to: number) => setChosen(chosen.toSpliced(from, 1).toSpliced(to, 0, chosen[from]!))
  const isChosen = (one: Offered) => chosen.some(({ kind, id }) => kind === one.kind && id === one.id)
  return (
    <section className="desk-card">
      <h2>{of ? `修改：${of.title}` : '新建简报'}</h2>
      <Form
        fields={newsletterFields}
        values={values}
        onChange={setValues}
        errors={error?.fields}
        onSubmit={() => void save()}
      >
        <h3>
          内容（{chosen.length} 项，最多 {MAX_ITEMS} 项）
        </h3>
        {error?.fields?.items && <Problem>{error.fields.items}</Problem>}
        {chosen.length === 0 && <p>在下面查找文章和培训班，加入后可以调整先后。</p>}
        <ol className="newsletter-items">
          {chosen.map((one, i) => (
            <li key={`${one.kind}-${one.id}`}>
              <ItemName of={one} />
              <span className="newsletter-acts">
                <Button disabled={i === 0} onClick={() => place(i, i - 1)}>
                  上移<span className="hidden-text">：{one.title}</span>
                </Button>
                <Button disabled={i === chosen.length - 1} onClick={() => place(i, i + 1)}>
                  下移<span className="hidden-text">：{one.title}</span>
                </Button>
                <Button onClick={() => setChosen(chosen.toSpliced(i, 1))}>
                  移去<span className="hidden-text">：{one.title}</span>
                </Button>
              </span>
            </li>
          ))}
        </ol>
        <Offer add={one => setChosen([...chosen, one])} isChosen={isChosen} isFull={chosen.length >= MAX_ITEMS} />
        {error && !error.fields && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            保存
          </Button>
          <Button onClick={cancel}>取消</Button>
        </div>
      </Form>
    </section>
  )
}

const ItemName = ({ of: { kind, title, note, isPublic } }: { of: Offered }) => (
  <span>
    {title}
    <span className="newsletter-note">
      {itemKindNames[kind]}　{note} {!isPublic && <Tag tone="bad">现在不公开</Tag>}
    </span>
  </span>
)

type OfferProps = { add: (one: Offered) => void; isChosen: (one: Offered) => boolean; isFull: boolean }

function Offer({ add, isChosen, isFull }: OfferProps) {
  const [key, setKey] = useState('')
  const answer = useApi('GET /staff/newsletter/offer', key ? { key } : {})
  return (
    <fieldset className="newsletter-offer">
      <legend>可以加入的文章和培训班</legend>
      <Input.Search
        aria-label="在标题中查找"
        placeholder="在标题中查找"
        allowClear
        maxLength={50}
        onSearch={setKey}
        // Enter looks for something; it does not save the issue.
        onPressEnter={event => event.preventDefault()}
      />
      <States answer={answer} lines={4}>
        {list =>
          list.length === 0 ? (
            <p>没有标题中有“{key}”的公开文章或培训班。</p>
          ) : (
            <ul className="newsletter-items">
              {list.map(one => (
                <li key={`${one.kind}-${one.id}`}>
                  <ItemName of={one} />
                  <Button disabled={isFull || isChosen(one)} onClick={() => add(one)}>
                    {isChosen(one) ? '已加入' : '加入'}
                    <span className="hidden-text">：{one.title}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </States>
    </fieldset>
  )
}
