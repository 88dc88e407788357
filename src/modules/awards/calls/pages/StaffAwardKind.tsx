import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { kindSections } from '../kindForm.ts'
import { RuleCard } from './RuleCard.tsx'

/** One award: what it asks for and gives, a card a part. */
export default function StaffAwardKind() {
  const { pathname } = useLocation()
  const answer = useApi('GET /staff/award/kind/detail', { id: Number(pathname.split('/').at(-1)) })
  const [open, setOpen] = useState<string | null>(null)
  const [said, say] = useState('')
  return (
    <States answer={answer} lines={10}>
      {of => (
        <>
          <section className="desk-card">
            <div className="desk-card-head">
              <h2>
                {of.name}{' '}
                <Tag tone={of.values.open === 'yes' ? 'good' : 'warn'}>
                  {of.values.open === 'yes' ? '接受申报' : '停办'}
                </Tag>
              </h2>
            </div>
            <p>
              申报通知：
              {of.calls.length === 0
                ? '还没有'
                : of.calls.map(({ id, year }, i) => (
                    <span key={id}>
                      {i > 0 && '、'}
                      <Link to={`/staff/award-calls/${id}`}>{year} 年度</Link>
                    </span>
                  ))}
              {of.changed && ` · ${of.changed.actorName} 于 ${of.changed.at} 修改过`}
            </p>
            <p>
              <Link to="/staff/award-kinds">全部奖项</Link>
            </p>
          </section>
          {kindSections.map(section => (
            <RuleCard
              key={section}
              of={of}
              section={section}
              reload={answer.reload}
              isOpen={open === section}
              isLocked={open !== null}
              setOpen={isOpen => setOpen(isOpen ? section : null)}
              save={async (form: FormValues, version = of.version) => {
                const whole = { ...of.values, ...form }
                await browserApi('POST /staff/award/kind/save', { id: of.id, version, form: whole })
                setOpen(null)
                say(`${section}已保存`)
                answer.reload()
              }}
            />
          ))}
          <p className="hidden-text" role="status">
            {said}
          </p>
        </>
      )}
    </States>
  )
}
