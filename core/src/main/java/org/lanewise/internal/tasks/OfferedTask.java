package org.lanewise.internal.tasks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.lanewise.data.Workers;

/// A task that is offered to an executor and that the caller runs when it needs the result, unless
/// it has begun by then. So the caller waits only for tasks that run.
public final class OfferedTask {

  private final AtomicReference<Runnable> work;

  /// Completes without a value, so that no memory is needed to tell that there is none.
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  private Throwable failure;

  public OfferedTask(Runnable work) {
    this.work = new AtomicReference<>(work);
  }

  /// Offers the task to the executor.
  public void offer(Workers workers) {
    offer(workers, this::run);
  }

  /// Offers a task to the executor, which may drop it.
  ///
  /// @return whether it was taken; a task that is not is the caller's
  static boolean offer(Workers workers, Runnable task) {
    try {
      workers.executor().execute(task);
      return true;
    } catch (RuntimeException | Error _) {
      // A pool that is full or shut down, or memory that is short of a thread.
      return false;
    }
  }

  private void run() {
    Runnable mine = work.getAndSet(null);
    if (mine == null) {
      return;
    }
    try {
      mine.run();
    } catch (Throwable e) {
      failure = e;
    } finally {
      done.complete(null);
    }
  }

  /// Offers the task to the executor when two others have succeeded.
  public void offerAfter(OfferedTask one, OfferedTask other, Workers workers) {
    CompletableFuture.allOf(one.done, other.done)
        .thenRun(() -> {
          if (one.failure == null && other.failure == null) {
            offer(workers);
          }
        });
  }

  /// Runs the task or waits for the thread that does, and throws on what it throws.
  public void join() {
    run();
    done.join();
    if (failure != null) {
      throw unchecked(failure);
    }
  }

  /// Lets the task not begin any more, or waits for its end.
  public void end() {
    if (work.getAndSet(null) == null) {
      done.join();
    }
  }

  /// The failure of a task, as it is, to be thrown on.
  ///
  /// @throws Error if it is one, such as that there is no memory
  static RuntimeException unchecked(Throwable failure) {
    return switch (failure) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> new CompletionException(failure);
    };
  }
}
