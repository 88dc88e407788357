import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { refusalOf } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'

/** As the draft of an article, for who may write one; in which column it stands is chosen there. */
export function SaveAnnouncement({
  title,
  html,
  catalogId,
}: {
  title: string
  html: string
  catalogId: number | null
}) {
  const navigate = useNavigate()
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const save = async () => {
    setState({ busy: true })
    try {
      const { id } = await browserApi('POST /staff/article/create', { title, catalogId: catalogId ?? undefined })
      await browserApi('POST /staff/article/save', { id, values: { title, catalogId, content: html } })
      navigate(`/staff/articles/${id}`)
    } catch (error) {
      setState({ busy: false, problem: refusalOf(error).message })
    }
  }
  return (
    <div className="form-actions">
      <Button loading={state.busy} onClick={() => void save()}>
        存为文章草稿
      </Button>
      <Problem>{state.problem}</Problem>
    </div>
  )
}
