export default function StaffArticle() {
  return null
}
