export default function StaffArticles() {
  return null
}
