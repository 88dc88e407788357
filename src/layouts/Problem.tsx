import { Link } from 'react-router'
import './NotFound.css'

/** A page that could not be shown for another reason than being absent. */
export function Problem({ title, message }: { title: string; message: string }) {
  return (
    <div className="not-found" role="alert">
      <h1>{title}</h1>
      <p>{message}</p>
      <Link className="button primary" to="/admin/home">
        返回首页
      </Link>
    </div>
  )
}
