create trigger content_changed after insert or update or delete or truncate on award_kind for each statement execute function content_changed();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on award_call for each statement execute function content_changed();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on award_winner for each statement execute function content_changed();
