export default function StaffAnnouncements() {
  return null
}
