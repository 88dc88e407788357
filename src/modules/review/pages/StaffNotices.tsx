export default function StaffNotices() {
  return null
}
