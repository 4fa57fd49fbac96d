#!/usr/bin/octave -qf
% A client in Octave: octave client.m call METHOD PARAMS, or follow COUNT. docs/bindings.md says what is set where.
1;
pkg load zeromq

function socket = connect (kind, endpoint, topics = {})
  socket = zmq_socket (kind);
  if (! isempty (getenv ("SERVER_KEY")))
    zmq_setsockopt (socket, ZMQ_CURVE_SERVERKEY, getenv ("SERVER_KEY"));
    zmq_setsockopt (socket, ZMQ_CURVE_PUBLICKEY, getenv ("PUBLIC_KEY"));
    zmq_setsockopt (socket, ZMQ_CURVE_SECRETKEY, getenv ("SECRET_KEY"));
  endif
  for index = 1:numel (topics)
    zmq_setsockopt (socket, ZMQ_SUBSCRIBE, topics{index});
  endfor
  zmq_connect (socket, endpoint);
endfunction

% The frames of the next message as text in UTF-8. The binding has no timeout and cuts what is longer than it was asked for.
function frames = receive (socket)
  if (zmq_poll (socket, 10000) != 1)
    error ("no answer");
  endif
  frames = {};
  do
    frames{end + 1} = char (zmq_recv (socket, 2 ^ 20));
  until (! zmq_getsockopt (socket, ZMQ_RCVMORE))
endfunction

function result = call (rpc, method, params)
  request = struct ("jsonrpc", "2.0", "id", 1, "method", method, "params", params);
  zmq_send (rpc, jsonencode (request));
  reply = jsondecode (receive (rpc){end});
  if (isfield (reply, "error"))
    error ("refused: %s", reply.error.data.reason);
  endif
  result = reply.result;
endfunction

function number = sequence (message)
  number = message.sequence;
  if (ischar (number))
    number = str2double (number);
  endif
endfunction

function follow (rpc, count)
  file = fopen ("/dev/urandom");
  marker = ["~sync." sprintf("%02x", fread (file, 16)) "."];
  fclose (file);
  events = connect (ZMQ_SUB, getenv ("EVENTS"), {"juice.", marker});
  position = 0;
  joined = false;
  while (true)
    frames = receive (events);
    message = jsondecode (frames{2});
    joined = joined || strcmp (frames{1}, marker);
    newest = sequence (message);
    is_event = isfield (message, "specversion");
    while (joined && position < newest - is_event)  % What went by before we were there.
      page = call (rpc, "events.replay", struct ("after", position));
      for index = 1:numel (page.events)
        event = page.events(index);  % A cell where the events have not all the same members.
        if (iscell (event))
          event = event{1};
        endif
        printf ("replayed %d %s\n", sequence (event), event.subject);
      endfor
      position = page.next;
    endwhile
    if (joined && is_event && position < newest)
      printf ("received %d %s\n", newest, message.subject);
      position = newest;
    endif
    if (strcmp (frames{1}, marker))
      printf ("joined %d\n", position);
    elseif (! is_event && position >= count)
      printf ("heartbeat %d\n", position);
      return;
    endif
    fflush (stdout);
  endwhile
endfunction

words = argv ();
rpc = connect (ZMQ_DEALER, getenv ("RPC"));
if (strcmp (words{1}, "call"))
  disp (jsonencode (call (rpc, words{2}, jsondecode (words{3}))));
else
  follow (rpc, str2double (words{2}));
endif
