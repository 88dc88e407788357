import { Button } from 'antd'
import { useState } from 'react'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { Announcement } from '#modules/review/boards/pages/Announcement.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { SaveAnnouncement } from './SaveAnnouncement.tsx'
import '#modules/review/boards/pages/board.css'

type Props = { kindId: number; year: number }

/** What is done with all winners of an award's year: their papers at once, and what the association announces. */
export function WinnersOfYear({ kindId, year }: Props) {
  const [wanted, want] = useState(false)
  const mayWrite = useMay('staff:content')
  const text = useApi('GET /staff/award-winner/announcement', wanted ? { kindId, year } : null)
  return (
    <>
      <section className="desk-card">
        <h2>整个年度</h2>
        <div className="form-actions">
          <SaveButton save={() => saveFile('GET /staff/award-winner/zip', { kindId, year })}>
            下载全部证书（ZIP）
          </SaveButton>
          <Button onClick={() => want(true)}>拟获奖公告</Button>
        </div>
      </section>
      {wanted && (
        <States answer={text}>
          {({ title, html, catalogId }) => (
            <>
              <Announcement title={title} html={html} />
              {mayWrite && <SaveAnnouncement title={title} html={html} catalogId={catalogId} />}
            </>
          )}
        </States>
      )}
    </>
  )
}
