-- What is proposed anew, or no more, drops kept answers; that one visitor more has searched for it does not.
create trigger content_changed after insert or delete or truncate on past_search
  for each statement execute function content_changed();
